import type { Instant, Locale } from '@parley/core'

interface AddressedSms {
	/** E.164, such as `+8613800000001`. */
	to: string
	/** Full text, for providers that accept free text. */
	text: string
	language: Locale
}

/** A text message; next to the text its parts, for providers with approved templates. */
export type SmsMessage = AddressedSms &
	(
		| { kind: 'code'; code: string; minutes: number }
		/** Warns a host that passwords of their meeting are being guessed. */
		| { kind: 'passwordGuessing'; topic: string; meetingId: string }
	)
export type SmsKind = SmsMessage['kind']

/** A provider of text messages. */
export interface SmsSender {
	/** Details for the log. */
	name: string
	/** Returns whether it is set up for messages of this kind to this number (E.164). */
	canSend(kind: SmsKind, to: string): boolean
	/** Rejects if the message was not accepted; the error contains neither number nor code. */
	send(message: SmsMessage): Promise<void>
}

/** A message in the simulated inbox. */
export interface ReceivedSms {
	at: Instant
	to: string
	text: string
}
