import type { BridgeWindow, InjectedBridge, Respond, WireHandler } from '../src/index.ts'

export interface RecordedCall {
	name: string
	data: unknown
}

/** Replies to a call of the page; may do so late, more than once, or never. */
export type CallResponder = (respond: Respond, data: unknown) => void

/** A minimal shell, which passes the suite for shells. Data is copied as JSON. */
export function createFakeShell() {
	const registered = new Map<string, WireHandler>()
	const answers = new Map<string, CallResponder>()
	const calls: RecordedCall[] = []

	const bridge: InjectedBridge = {
		registerHandler: (name, handler) => void registered.set(name, handler),
		callHandler(name, dataOrRespond, maybeRespond) {
			const bare = typeof dataOrRespond === 'function'
			const respond = bare ? (dataOrRespond as Respond) : maybeRespond
			const data = copied(bare ? undefined : dataOrRespond)
			calls.push({ name, data })
			answers.get(name)?.(reply => respond?.(copied(reply)), data)
		},
	}

	return {
		bridge,
		calls,
		registered: () => [...registered.keys()],
		/** Sets the reply to calls of this name; the default is no reply. */
		answer: (name: string, answering: CallResponder) => void answers.set(name, answering),
		/** Fires a handler of the page and resolves with its reply; with `undefined` when it is not registered. */
		fire: (name: string, data?: unknown) =>
			new Promise<unknown>(resolve => {
				const handler = registered.get(name)
				if (!handler) return resolve(undefined)
				handler(copied(data), reply => resolve(copied(reply)))
			}),
	}
}

export type FakeShell = ReturnType<typeof createFakeShell>

/** Boots as iOS shells do: runs the queued callbacks once. */
export function runCallbacks(window: BridgeWindow, bridge: InjectedBridge) {
	const waiting = window.WVJBCallbacks ?? []
	delete window.WVJBCallbacks
	window.WebViewJavascriptBridge = bridge
	for (const callback of waiting) callback(bridge)
}

const copied = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
