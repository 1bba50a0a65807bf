from pydantic import BaseModel


class TaskIdSchema(BaseModel):
    task_id: int


class TaskCreate(BaseModel):
    title: str
