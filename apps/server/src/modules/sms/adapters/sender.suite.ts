import { expect, test } from 'vitest'
import type { SmsMessage, SmsSender } from '../sender.ts'

/** A sender and what its provider received. */
export interface SenderSetup {
	sender: SmsSender
	/** Delivered messages, oldest first: recipient, and the code or the topic in it. */
	delivered(): { to: string; about: string }[]
	/** Makes the provider fail, if one exists; `recovered` makes it work again. */
	break?: Record<string, () => void | Promise<void>>
}

const message = {
	kind: 'code',
	to: '+8613800000001',
	text: '【Parley】您的验证码是 042137，5 分钟内有效。',
	code: '042137',
	minutes: 5,
	language: 'zh',
} as const satisfies SmsMessage
const warning: SmsMessage = {
	kind: 'passwordGuessing',
	to: '+8613800000001',
	text: '【Parley】有人在尝试您的会议“周会”（123456789）的密码。',
	topic: '周会',
	meetingId: '123456789',
	language: 'zh',
}

/** Requirements on every sender; called inside its own `describe`. */
export function senderSuite(start: () => Promise<SenderSetup>, breakdowns: readonly string[]): void {
	test('[SMS-18] a message arrives once, at its number, with its code', async () => {
		const { sender, delivered } = await start()
		expect(await sender.send(message)).toBeUndefined()
		expect(delivered()).toEqual([{ to: '+8613800000001', about: '042137' }])
	})

	test('[JERR-04] a warning of password guessing arrives too, with the topic of the meeting', async () => {
		const { sender, delivered } = await start()
		expect(sender.canSend('passwordGuessing', warning.to)).toBe(true)
		await sender.send(warning)
		expect(delivered()).toEqual([{ to: warning.to, about: '周会' }])
	})

	test('[SMS-18] several arrive, one after the other and at once', async () => {
		const { sender, delivered } = await start()
		await sender.send(message)
		const others = ['+8613800000002', '+12015550123', '+447400123456']
		await Promise.all(others.map((to, i) => sender.send({ ...message, to, code: `00000${i}`, text: `00000${i}` })))
		expect(
			delivered()
				.map(({ to }) => to)
				.toSorted(),
		).toEqual([message.to, ...others].toSorted())
		expect(delivered().find(({ to }) => to === '+12015550123')?.about).toBe('000001')
	})

	test.skipIf(breakdowns.length === 0).each(breakdowns)(
		'[SMS-20] %s: it says so, naming neither number nor code, and works again after that',
		async name => {
			const { sender, delivered, break: broken = {} } = await start()
			await broken[name]?.()
			const failure = await sender.send(message).then(
				() => undefined,
				error => error,
			)
			expect(failure).toBeInstanceOf(Error)
			const told = `${failure.message} ${failure.cause?.message ?? ''} ${JSON.stringify(failure)}`
			expect(told).not.toMatch(/13800000001|042137|very secret/)
			await broken.recovered?.()
			await sender.send(message)
			expect(delivered()).toContainEqual({ to: message.to, about: '042137' })
		},
	)
}
