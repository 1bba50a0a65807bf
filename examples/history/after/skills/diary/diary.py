from gateway import ToolRegistry


async def keep(chart, ctx):
    page = await ToolRegistry.execute("export_chart", {"chart": chart, "format": "pdf"}, ctx)
    if page.get("error"):
        return None
    return page["url"]
