import type { SmsLanguage } from '../../sms/index.ts'

/** Text of the message that carries a code. */
export function formatCodeMessage(
	language: SmsLanguage,
	said: { site: string; code: string; minutes: number },
): string {
	const { site, code, minutes } = said
	return language === 'zh'
		? `【${site}】您的验证码是 ${code}，${minutes} 分钟内有效。请勿告诉任何人。`
		: `${code} is your ${site} code, good for ${minutes} minutes. Do not share it with anyone.`
}
