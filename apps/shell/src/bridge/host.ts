import {
	callArguments,
	type InjectedBridge,
	type Respond,
	readPayload,
	type ShellHandlerName,
	shellHandlerOf,
	shellHandlers,
	type WireHandler,
} from '@parley/bridge'
import { type Behaviour, copied, deliveries, spoken } from './answering.ts'
import type { Journal, Remark } from './journal.ts'

/** What the phone does when the page calls; what it returns is the answer. */
export type Deeds = { [N in ShellHandlerName]: (args: unknown) => unknown }

export interface HostOptions {
	journal: Journal
	deeds: Deeds
	behaviour(): Behaviour
	after(ms: number, act: () => void): void
	/** The page has taken up a handler. */
	onRegistered?: (name: string) => void
}

/** The shell's end of the bridge, for one page after another. */
export function createHost({ journal, deeds, behaviour, after, onRegistered }: HostOptions) {
	let handlers = new Map<string, WireHandler>()

	/** A bridge for a page that was just loaded; the one before is deaf from now on. */
	function enter(): InjectedBridge {
		const own = new Map<string, WireHandler>()
		handlers = own
		const isCurrent = () => handlers === own
		return {
			registerHandler(name, handler) {
				own.set(name, handler)
				if (isCurrent()) onRegistered?.(name)
			},
			callHandler(name, dataOrRespond, respond) {
				if (!isCurrent()) return
				if (typeof dataOrRespond === 'function') heard(name, undefined, dataOrRespond as Respond)
				else heard(name, copied(dataOrRespond), respond)
			},
		}
	}

	function heard(wire: string, data: unknown, respond: Respond | undefined) {
		const name = shellHandlerOf(wire)
		const id = journal.add('page', wire, data, name ? remarkOn(name, data) : 'no such handler')
		if (!name) return
		const deed = new Promise(resolve => resolve(deeds[name](data)))
		if ('reply' in shellHandlers[name]) void deed.then(reply => answer(id, reply, respond))
	}

	function answer(id: number, reply: unknown, respond: Respond | undefined) {
		for (const { afterMs, data } of deliveries(behaviour(), reply)) {
			after(afterMs, () => {
				journal.replied(id, data)
				respond?.(data)
			})
		}
	}

	/** Fires a handler of the page and waits for its reply; nothing when the page does not know the name. */
	function fire(name: string, data?: unknown): Promise<unknown> {
		const handler = handlers.get(name)
		const sent = spoken(behaviour(), data)
		const id = journal.add('shell', name, sent, handler ? undefined : 'nobody listens')
		return new Promise(resolve => {
			if (!handler) return resolve(undefined)
			const respond = (reply?: unknown) => {
				journal.replied(id, copied(reply))
				resolve(copied(reply))
			}
			after(behaviour().latencyMs, () => handler(sent, respond))
		})
	}

	return { enter, fire, knows: (name: string) => handlers.has(name) }
}

export type Host = ReturnType<typeof createHost>

const remarkOn = (name: ShellHandlerName, data: unknown): Remark | undefined =>
	readPayload(callArguments[name], data).ok ? undefined : 'not as the contract says'
