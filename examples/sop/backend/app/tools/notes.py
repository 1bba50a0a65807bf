from app.crud import crud_note
from app.tools.definition import ToolDef
from app.tools.schemas import NoteSearch

TOOLS = dict(
    note_search=ToolDef(crud_note.search, "语义搜索笔记", NoteSearch),
    note_create=ToolDef(crud_note.create, ""),
)
