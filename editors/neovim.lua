-- skilllint in Neovim, 0.7 and later: copy this file to
-- ~/.config/nvim/after/plugin/skilllint.lua, or :source it.

local filetypes = { 'markdown', 'yaml', 'json', 'jsonc', 'python', 'typescript', 'javascript', 'go', 'sh' }

-- The folder that is checked: the nearest one upward with a configuration, else
-- the top of the git repository, else the folder of the file.
local function root(file)
  local dir = vim.fn.fnamemodify(file, ':p:h')
  local config = vim.fn.findfile('.skilllint.yaml', dir .. ';')
  if config ~= '' then
    return vim.fn.fnamemodify(config, ':p:h')
  end
  local git = vim.fn.finddir('.git', dir .. ';')
  if git == '' then
    git = vim.fn.findfile('.git', dir .. ';') -- of a worktree
  end
  if git ~= '' then
    return vim.fn.fnamemodify(git, ':p:h' .. (git:sub(-1) == '/' and ':h' or '')):gsub('/%.git$', '')
  end
  return dir
end

local running = {} -- client by root, before 0.8

local function start(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' then
    return
  end
  local dir = root(file)
  local config = {
    name = 'skilllint',
    cmd = { 'skilllint', 'lsp' },
    root_dir = dir,
    workspace_folders = { { uri = vim.uri_from_fname(dir), name = dir } },
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  running[dir] = running[dir] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, running[dir])
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = filetypes,
  group = vim.api.nvim_create_augroup('skilllint', {}),
  callback = function(event)
    start(event.buf)
  end,
})
