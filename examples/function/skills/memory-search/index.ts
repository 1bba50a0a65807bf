import type { SkillExecutor } from '../types'

export const execute: SkillExecutor = async (input, ctx) => {
  const { query, limit = 5 } = input as { query: string; limit?: number }
  return { results: await ctx.memory.search(query, limit) }
}
