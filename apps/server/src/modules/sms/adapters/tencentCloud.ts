import { type TencentSettings, templateSettings } from '../../../platform/smsSettings.ts'
import type { SmsKind, SmsMessage, SmsSender } from '../sender.ts'

/** Tencent Cloud SMS through its SDK, which is loaded with the first message. */
export function createTencentCloudSender(settings: TencentSettings): SmsSender {
	let opened: ReturnType<typeof createClient> | undefined
	const templateOf = (kind: SmsKind, to: string) => settings.templates[kind][isMainland(to) ? 'mainland' : 'abroad']
	return {
		name: 'Tencent Cloud',
		canSend: (kind, to) => templateOf(kind, to) !== undefined,
		async send(message) {
			const { kind, to } = message
			const template = templateOf(kind, to)
			if (template === undefined)
				throw new Error(
					`no template is configured for this number (${Object.values(templateSettings[kind]).join(', ')})`,
				)
			opened ??= createClient(settings)
			const client = await opened
			const answer = await client
				.SendSms({
					PhoneNumberSet: [to],
					SmsSdkAppId: settings.appId,
					TemplateId: template,
					TemplateParamSet: parametersOf(message),
					...(isMainland(to) && { SignName: settings.sign }),
				})
				.catch(error => {
					// The SDK's own message may contain the number or the code.
					throw new Error(`Tencent Cloud is unreachable or refused the request: ${getReason(error)}`)
				})
			const status = answer.SendStatusSet?.[0]?.Code
			if (status !== 'Ok') throw new Error(`Tencent Cloud refused the message: ${status}`)
		},
	}
}

const isMainland = (to: string): boolean => to.startsWith('+86')

function parametersOf(message: SmsMessage): string[] {
	switch (message.kind) {
		case 'code':
			return [message.code, String(message.minutes)]
		case 'passwordGuessing':
			return [message.topic, message.meetingId]
	}
}

async function createClient({ secretId, secretKey, region, endpoint, timeoutMs = 5_000 }: TencentSettings) {
	const { sms } = await import('tencentcloud-sdk-nodejs-sms')
	const { protocol, host } = new URL(endpoint)
	return new sms.v20210111.Client({
		credential: { secretId, secretKey },
		region,
		profile: { httpProfile: { protocol: `${protocol}//`, endpoint: host, reqTimeout: timeoutMs / 1_000 } },
	})
}

function getReason(error: unknown): string {
	const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown }
	return String(code || /\bE[A-Z]{4,}\b/.exec(String(message))?.[0] || name)
}
