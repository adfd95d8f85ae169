import type { Locale } from '@parley/core'

interface CodeMessage {
	site: string
	code: string
	minutes: number
}

const messages: Record<Locale, (message: CodeMessage) => string> = {
	zh: ({ site, code, minutes }) => `【${site}】您的验证码是 ${code}，${minutes} 分钟内有效。请勿告诉任何人。`,
	en: ({ site, code, minutes }) =>
		`${code} is your ${site} code, valid for ${minutes} minutes. Do not share it with anyone.`,
}

/** Text of the message that carries a code. */
export const formatCodeMessage = (language: Locale, message: CodeMessage): string => messages[language](message)
