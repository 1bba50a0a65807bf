from app.crud import crud_task
from app.tools import TaskDelete, TaskId, TaskList, ToolDef

TOOL_REGISTRY = {
    "task_list": ToolDef(crud_task.get_tasks, "List tasks", TaskList),
    "task_get": ToolDef(crud_task.get_task, "Get a task", TaskId),
    "task_delete": ToolDef(crud_task.delete_task, "Delete a task", TaskDelete),
}
