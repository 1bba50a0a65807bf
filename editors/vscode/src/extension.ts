import * as vscode from 'vscode';
import { LanguageClient, ServerOptions } from 'vscode-languageclient/node';

// The files that the server knows something about. Others that a check reads
// are watched on the disk, as the server asks for.
const languages = [
  'markdown', 'skill', 'yaml', 'json', 'jsonc', 'python',
  'typescript', 'typescriptreact', 'javascript', 'javascriptreact', 'go', 'shellscript',
];

let client: LanguageClient | undefined;

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration('skilllint').get('path', 'skilllint');
  const server: ServerOptions = { command, args: ['lsp'] };
  client = new LanguageClient('skilllint', 'skilllint', server, {
    documentSelector: languages.map((language) => ({ scheme: 'file', language })),
  });
  await client.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('skilllint.restart', async () => {
      await deactivate();
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}
