from typing import Dict

from app.crud import crud_task
from app.tools import notes
from app.tools.definition import ToolDef
from app.tools.schemas import TaskCreate, TaskIdSchema

TOOL_REGISTRY: Dict[str, ToolDef] = {
    "task_get": ToolDef(crud_task.get_task, "获取任务详情", TaskIdSchema),
    "task_create": ToolDef(crud_task.create_task, "创建新任务", TaskCreate),
    "task_delete": ToolDef(crud_task.delete_task, "删除任务", TaskIdSchema),
    **notes.TOOLS,
}
