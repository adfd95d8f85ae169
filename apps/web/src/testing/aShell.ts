import type { Bridge, ShellHandlerName } from '@parley/bridge'
import { ok } from '@parley/core'

/** A bridge that records its calls and answers undefined where no answer is given. */
export function aShell(answers: Partial<Record<ShellHandlerName, () => unknown>> = {}) {
	const calls: [name: string, args: unknown][] = []
	const info = { present: true, version: undefined }
	const bridge = {
		present: true,
		info: { get: () => info, subscribe: () => () => {} },
		async call(name: ShellHandlerName, args?: unknown) {
			calls.push([name, args])
			return ok(await answers[name]?.())
		},
		on: () => () => {},
	}
	return { calls, bridge: bridge as unknown as Bridge }
}
