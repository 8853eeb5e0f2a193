/**
 * Runs the command line's own file once for each list of arguments, one after another in this process, and prints what each
 * said and ended with: what would be one process each costs one start in all.
 */
type Command = { readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> };

const commands: readonly Command[] = JSON.parse(process.argv[2] ?? '[]');
const write = process.stdout.write.bind(process.stdout);
const given = { ...process.env };
const ends: unknown[] = [];
for (const [index, { args, env }] of commands.entries()) {
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = ((text: string | Uint8Array) => {
      said[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
      return true;
    }) as typeof process.stdout.write;
  }
  for (const name of Object.keys(process.env)) if (!(name in given)) delete process.env[name];
  Object.assign(process.env, given, env);
  process.argv = [process.argv[0] ?? '', 'bin/holdpoint.ts', ...args];
  process.exitCode = undefined;
  await import(`../../bin/holdpoint.ts?${index}`);
  ends.push({ code: process.exitCode, ...said });
}
process.exitCode = 0;
write(JSON.stringify(ends));
