import type { OpenTransport } from '@parley/im-sdk'

/** Faults of a connection, simulated from outside as a network causes them. */
export interface FaultyLine {
	openTransport: OpenTransport
	/** Ends the connection, and lets none be made before {@link join}. */
	cut(): void
	join(): void
	/** Holds back both directions for this long without any notification, then delivers everything in order. */
	freeze(ms: number): void
}

interface Timers {
	after(ms: number, act: () => void): void
}

const pageTimers: Timers = { after: (ms, act) => void setTimeout(act, ms) }

/**
 * Stands between the SDK and its transport. The SDK is given it as `environment.openTransport` and knows nothing of it.
 * @param open the transport that is disturbed
 */
export function createFaultyLine(open: OpenTransport, timers: Timers = pageTimers): FaultyLine {
	let isCut = false
	let freezes = 0
	const held: (() => void)[] = []
	let breakLine: (() => void) | undefined

	function pass(act: () => void) {
		if (freezes > 0) held.push(act)
		else act()
	}

	return {
		openTransport(server, events) {
			let isOver = false
			const once = (act: () => void) => () => {
				if (!isOver) act()
			}
			if (isCut) {
				timers.after(
					0,
					once(() => events.onClose('network', 'cut')),
				)
				return {
					send() {},
					close() {
						isOver = true
					},
				}
			}
			const line = open(server, {
				onOpen: () => pass(once(events.onOpen)),
				onMessage: value => pass(once(() => events.onMessage(value))),
				onClose(cause, reason) {
					pass(
						once(() => {
							isOver = true
							events.onClose(cause, reason)
						}),
					)
				},
			})
			breakLine = once(() => {
				isOver = true
				line.close()
				events.onClose('network', 'cut')
			})
			return {
				send: envelope => pass(once(() => line.send(envelope))),
				close() {
					isOver = true
					line.close()
				},
			}
		},
		cut() {
			isCut = true
			held.length = 0
			breakLine?.()
		},
		join() {
			isCut = false
		},
		freeze(ms) {
			freezes++
			timers.after(ms, () => {
				freezes--
				if (freezes > 0) return
				for (const act of held.splice(0)) act()
			})
		},
	}
}
