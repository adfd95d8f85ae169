import type { Instant, Locale } from '@parley/core'

export interface SmsMessage {
	/** E.164, such as `+8613800000001`. */
	to: string
	/** Full text, for providers that accept free text. */
	text: string
	/** The parts of the text, for providers with approved templates. */
	code: string
	minutes: number
	language: Locale
}
/** A provider of text messages. */
export interface SmsSender {
	/** For the log. */
	name: string
	/** Rejects if the message was not accepted; the error contains neither number nor code. */
	send(message: SmsMessage): Promise<void>
}

/** A message in the simulated inbox. */
export interface ReceivedSms {
	at: Instant
	to: string
	text: string
}
