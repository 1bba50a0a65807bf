import type { SkillExecutor } from "../types"

export const execute: SkillExecutor = async (input, ctx) => {
  return { text: await ctx.weather(input.city, input.unit) }
}
