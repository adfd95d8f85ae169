import { type Locale, truncate } from '@parley/core'

interface GuessingMessage {
	site: string
	topic: string
	meetingId: string
}

/** Longer ones make a second message, and do not fit into the template of a provider. */
const topicMax = 20

const messages: Record<Locale, (message: GuessingMessage) => string> = {
	zh: ({ site, topic, meetingId }) =>
		`【${site}】有人在尝试您的会议“${topic}”（${meetingId}）的密码。建议登录后在会议详情中换一个更长的密码。`,
	en: ({ site, topic, meetingId }) =>
		`${site}: someone is trying to guess the password of your meeting "${topic}" (${meetingId}). Sign in and set a longer one in the meeting details.`,
}

/** Returns the message that warns a host of password guessing at their meeting, with the parts of its text. */
export function guessingMessage(language: Locale, message: GuessingMessage) {
	const { meetingId } = message
	const topic = truncate(message.topic, topicMax)
	return {
		kind: 'passwordGuessing' as const,
		language,
		topic,
		meetingId,
		text: messages[language]({ ...message, topic }),
	}
}
