import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { HookSettings } from '../../../platform/smsSettings.ts'
import type { SmsSender } from '../sender.ts'

/** Signature of a request: HMAC-SHA-256 of the timestamp in seconds, a dot and the exact body. */
export const signHookBody = (secret: string, timestamp: string, body: string): string =>
	`sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** Posts messages to a URL of the operator, which delivers them. */
export function createHttpHookSender({ url, secret, timeoutMs = 5_000 }: HookSettings, clock: Clock): SmsSender {
	return {
		name: 'http hook',
		canSend: () => true,
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
				// Codes must not be sent to another address by a redirect.
				redirect: 'error',
				signal: AbortSignal.timeout(timeoutMs),
			})
			await answer.body?.cancel()
			if (!answer.ok) throw new Error(`the SMS hook answered ${answer.status}`)
		},
	}
}
