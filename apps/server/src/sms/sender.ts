import type { Instant, Locale } from '@parley/core'

export interface SmsMessage {
	/** In the form of E.164, such as `+8613800000001`. */
	to: string
	/** What the person reads, for senders that take free text. */
	text: string
	/** The same in parts, for senders that keep approved templates. */
	code: string
	minutes: number
	language: SmsLanguage
}
export type SmsLanguage = Locale

/** Hands text messages to whoever delivers them. */
export interface SmsSender {
	/** What it is, for the log and for `parley doctor`. */
	name: string
	/** Rejects where the message was not taken; the reason names neither number nor code. */
	send(message: SmsMessage): Promise<void>
}

/** A message in the simulated inbox. */
export interface ReceivedSms {
	at: Instant
	to: string
	text: string
}
