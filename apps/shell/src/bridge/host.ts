import {
	callArguments,
	findShellHandler,
	type InjectedBridge,
	parsePayload,
	type Respond,
	type ShellHandlerName,
	shellHandlers,
	type WireHandler,
} from '@parley/bridge'
import type { MessageLog, MessageProblem } from './messageLog.ts'
import { copyJson, encodeArguments, planReplies, type ReplyBehaviour } from './replies.ts'

/** The phone's handler for each call of the page; the returned value is the reply. */
export type ShellHandlers = { [N in ShellHandlerName]: (args: unknown) => unknown }

export interface HostOptions {
	messageLog: MessageLog
	handlers: ShellHandlers
	behaviour(): ReplyBehaviour
	after(ms: number, act: () => void): void
	/** The page has registered a handler. */
	onRegistered?: (name: string) => void
}

/** The shell's side of the bridge. Connects one page at a time. */
export function createBridgeHost({ messageLog, handlers, behaviour, after, onRegistered }: HostOptions) {
	let pageHandlers = new Map<string, WireHandler>()

	/** A bridge for a page that was just loaded; calls of the previous page are ignored from now on. */
	function connectPage(): InjectedBridge {
		const own = new Map<string, WireHandler>()
		pageHandlers = own
		const isCurrent = () => pageHandlers === own
		return {
			registerHandler(name, handler) {
				own.set(name, handler)
				if (isCurrent()) onRegistered?.(name)
			},
			callHandler(name, dataOrRespond, respond) {
				if (!isCurrent()) return
				if (typeof dataOrRespond === 'function') handleCall(name, undefined, dataOrRespond as Respond)
				else handleCall(name, copyJson(dataOrRespond), respond)
			},
		}
	}

	function handleCall(wire: string, data: unknown, respond: Respond | undefined) {
		const name = findShellHandler(wire)
		const id = messageLog.add('page', wire, data, name ? checkArguments(name, data) : 'no such handler')
		if (!name) return
		const result = new Promise(resolve => resolve(handlers[name](data)))
		if ('reply' in shellHandlers[name]) void result.then(value => sendReplies(id, value, respond))
	}

	function sendReplies(id: number, value: unknown, respond: Respond | undefined) {
		for (const { afterMs, data } of planReplies(behaviour(), value)) {
			after(afterMs, () => {
				messageLog.addReply(id, data)
				respond?.(data)
			})
		}
	}

	/** Calls a handler of the page and resolves with its reply; with `undefined` when the page has not registered it. */
	function fire(name: string, data?: unknown): Promise<unknown> {
		const handler = pageHandlers.get(name)
		const sent = encodeArguments(behaviour(), data)
		const id = messageLog.add('shell', name, sent, handler ? undefined : 'nobody listens')
		return new Promise(resolve => {
			if (!handler) return resolve(undefined)
			const respond = (reply?: unknown) => {
				messageLog.addReply(id, copyJson(reply))
				resolve(copyJson(reply))
			}
			after(behaviour().latencyMs, () => handler(sent, respond))
		})
	}

	return { connectPage, fire, hasPageHandler: (name: string) => pageHandlers.has(name) }
}

export type BridgeHost = ReturnType<typeof createBridgeHost>

const checkArguments = (name: ShellHandlerName, data: unknown): MessageProblem | undefined =>
	parsePayload(callArguments[name], data).ok ? undefined : 'not as the contract says'
