/** Kinds of text messages; providers with approved templates have one for each. */
export type SmsKind = keyof typeof templateSettings

export interface HookSettings {
	url: string
	/** HMAC key shared with the receiver. */
	secret: string
	timeoutMs?: number
}

export interface TencentSettings {
	secretId: string
	secretKey: string
	/** Id of the SMS application. */
	appId: string
	/** Approved signature, required for mainland numbers. */
	sign: string
	/** Template ids of each kind of message: for +86, and for other countries. */
	templates: Record<SmsKind, { mainland: string | undefined; abroad: string | undefined }>
	region: string
	/** URL of the API. */
	endpoint: string
	timeoutMs?: number
}

/** The settings with the templates of each kind of message. */
export const templateSettings = {
	code: { mainland: 'SMS_TENCENT_TEMPLATE', abroad: 'SMS_TENCENT_TEMPLATE_ABROAD' },
	passwordGuessing: { mainland: 'SMS_TENCENT_TEMPLATE_GUESSING', abroad: 'SMS_TENCENT_TEMPLATE_GUESSING_ABROAD' },
} as const

/** The configured sender with its settings. */
export type SmsSettings =
	| { sender: 'simulated' }
	| ({ sender: 'hook' } & HookSettings)
	| ({ sender: 'tencent' } & TencentSettings)
