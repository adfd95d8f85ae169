import type { SmsSender } from './sender.ts'

export interface TencentSettings {
	secretId: string
	secretKey: string
	/** Id of the SMS application. */
	appId: string
	/** Approved signature, required for mainland numbers. */
	sign: string
	/** Template ids with two parameters, code and minutes: for +86, and for other countries. */
	template: string
	templateAbroad: string | undefined
	region: string
	/** URL of the API. */
	endpoint: string
	timeoutMs?: number
}

/** Tencent Cloud SMS through its SDK, which is loaded with the first message. */
export function createTencentCloudSender(settings: TencentSettings): SmsSender {
	let opened: ReturnType<typeof createClient> | undefined
	return {
		name: 'Tencent Cloud',
		async send({ to, code, minutes }) {
			opened ??= createClient(settings)
			const client = await opened
			const isMainland = to.startsWith('+86')
			const template = isMainland ? settings.template : settings.templateAbroad
			if (template === undefined)
				throw new Error('there is no template for numbers abroad (SMS_TENCENT_TEMPLATE_ABROAD)')
			const answer = await client
				.SendSms({
					PhoneNumberSet: [to],
					SmsSdkAppId: settings.appId,
					TemplateId: template,
					TemplateParamSet: [code, String(minutes)],
					...(isMainland && { SignName: settings.sign }),
				})
				.catch(error => {
					// The SDK's own message may contain the number or the code.
					throw new Error(`Tencent Cloud cannot be reached or refuses: ${getReason(error)}`)
				})
			const status = answer.SendStatusSet?.[0]?.Code
			if (status !== 'Ok') throw new Error(`Tencent Cloud refuses: ${status}`)
		},
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
