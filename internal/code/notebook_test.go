package code

import "testing"

func TestNotebook(t *testing.T) {
	checkFacts(t, "a.ipynb", []factsCase{
		{"one program", `{"cells": [{"cell_type": "code", "source": ["import skills.zodiac\n", "x = 1"]}, {"cell_type": "markdown", "source": "import skills.other"}, {"cell_type": "code", "source": "call_tool('chart', {'a': x})"}], "metadata": {}}`, []string{
			`import skills.zodiac as skills`,
			`call chart at 'chart' {"a":1} ignored=true`,
		}},
		{"shell and magics", `{"cells": [{"cell_type": "code", "source": ["!sh ../zodiac/run.sh\n", "%run ../zodiac/x.py\n", "%%time\n"]}, {"cell_type": "code", "source": "%%bash\ncat ../zodiac/y"}]}`, []string{
			`path relative:../zodiac/run.sh file at ../zodiac/run.sh`,
			`path relative:../zodiac/x.py file at ../zodiac/x.py`,
			`path relative:../zodiac/y file at ../zodiac/y`,
		}},
		{"another language", `{"cells": [{"cell_type": "code", "source": "import skills.zodiac"}], "metadata": {"kernelspec": {"language": "R"}}}`, nil},
		{"a broken cell of Python", `{"cells": [{"cell_type": "code", "source": "def f(:\n"}, {"cell_type": "code", "source": "import skills.zodiac"}], "metadata": {"kernelspec": {"language": "python"}}}`, []string{
			`error at 49: '(' was never closed`,
			`import skills.zodiac as skills`,
		}},
		{"escapes before the place", `{"cells": [{"cell_type": "code", "source": "a = \"\u00e9\\n\"; import skills.zodiac"}]}`, []string{
			`import skills.zodiac as skills`,
		}},
	})
}
