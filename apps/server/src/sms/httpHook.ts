import { createHmac } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { SmsSender } from './sender.ts'

export interface HookSettings {
	url: string
	/** Shared with whoever stands behind the address. */
	secret: string
	timeoutMs?: number
}

/** What proves that a message comes from here, and when: HMAC-SHA-256 over the time, a dot, and the body as it is sent. */
export const signHookBody = (secret: string, timestamp: string, body: string): string =>
	`sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Hands messages to an address of the operator's own, which delivers them however it likes. */
export function createHttpHookSender({ url, secret, timeoutMs = 5_000 }: HookSettings, clock: Clock): SmsSender {
	return {
		name: 'http hook',
		async send(message) {
			const body = JSON.stringify(message)
			const timestamp = String(Math.floor(clock.now() / 1_000))
			const answer = await fetch(url, {
				method: 'POST',
				body,
				headers: {
					'content-type': 'application/json',
					'x-parley-timestamp': timestamp,
					'x-parley-signature': signHookBody(secret, timestamp, body),
				},
				// A body with a code in it goes where it was meant to go, or nowhere.
				redirect: 'error',
				signal: AbortSignal.timeout(timeoutMs),
			})
			await answer.body?.cancel()
			if (!answer.ok) throw new Error(`the SMS hook answers ${answer.status}`)
		},
	}
}
