// The tools of zodiac, as an MCP server over stdio. Node 22.18 and later run it as it is.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const signs: [string, string, string][] = [
  ["01-20", "capricorn", "earth"], ["02-19", "aquarius", "air"], ["03-21", "pisces", "water"], ["04-20", "aries", "fire"],
  ["05-21", "taurus", "earth"], ["06-22", "gemini", "air"], ["07-23", "cancer", "water"], ["08-23", "leo", "fire"],
  ["09-23", "virgo", "earth"], ["10-24", "libra", "air"], ["11-23", "scorpio", "water"], ["12-22", "sagittarius", "fire"],
  ["12-32", "capricorn", "earth"],
];
let charts = 0;

const server = new McpServer({ name: "zodiac", version: "3.0.0" });

server.registerTool(
  "calculate_zodiac",
  {
    description: "Calculate a chart",
    inputSchema: { birth_date: z.string(), birth_time: z.string().optional() },
    outputSchema: { sun_sign: z.string(), element: z.string() },
  },
  async ({ birth_date }) => {
    const [, sun_sign, element] = signs.find(([before]) => birth_date.slice(5) < before)!;
    charts++;
    return { content: [{ type: "text", text: sun_sign }], structuredContent: { sun_sign, element } };
  },
);

server.registerTool(
  "get_chart_snapshot",
  { description: "Get the last chart", inputSchema: {}, outputSchema: { charts: z.number().int() } },
  async () => ({ content: [{ type: "text", text: `${charts} charts` }], structuredContent: { charts } }),
);

await server.connect(new StdioServerTransport());
