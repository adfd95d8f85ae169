import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Resolves to the first line of the output that matches. @throws if the process ends before */
export async function readUntil({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
	if (!stdout) throw new Error('the output of the process is not read')
	for await (const text of createInterface({ input: stdout })) {
		if (!pattern.test(text)) continue
		// Nobody reads the rest, which must not fill the pipe.
		stdout.resume()
		return text
	}
	throw new Error(`a process ended before it printed ${pattern}`)
}
