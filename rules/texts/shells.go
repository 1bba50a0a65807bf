package texts

// shells are languages of blocks that hold nothing but commands.
var shells = map[string]bool{"bash": true, "sh": true, "shell": true, "zsh": true, "console": true, "shell-session": true, "terminal": true}

// shellLanguages are those of blocks that hold commands.
var shellLanguages = map[string]bool{"": true, "bash": true, "sh": true, "shell": true, "zsh": true, "console": true, "shell-session": true, "terminal": true, "powershell": true, "pwsh": true, "ps1": true, "cmd": true, "text": true, "txt": true, "plaintext": true}
