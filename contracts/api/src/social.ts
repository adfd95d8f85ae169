import { ProofToken } from './account.ts'
import { CodedMobile, codeRefusals, Mobile } from './accountFields.ts'
import { type Call, call } from './call.ts'
import { Captcha, challengeRefusals } from './challengeFields.ts'
import { field, flag, optional, shape, text } from './codec.ts'
import { AccessToken } from './session.ts'

/** Providers whose identities can be bound to an account. */
export type Provider = 'messenger' | 'deviceMaker'

/** A proof of identity: an envelope signed by the shell, or an identity token of the device maker. */
const proofField = (name: string, max: number) => ({ proof: field(name, text(max)) })
const envelopeProof = proofField('info', 4000)
const tokenProof = proofField('appleId', 8000)

/** The proof has a wrong signature, is too old, was used already, or is for another site. */
const proofRefusals = { proofInvalid: { http: 401, code: 40101 } } as const
const bindRefusals = {
	...proofRefusals,
	bindFailed: { http: 409, code: 200013 },
	tooManyAttempts: { http: 429, code: 1002 },
} as const
const oaRefusals = {
	invalidUser: { http: 401, code: 1004 },
	wrongPassword: { http: 401, code: 1001 },
	tooManyAttempts: { http: 429, code: 1002 },
	...challengeRefusals,
} as const
const corporateCredentials = {
	name: field('name', text(100)),
	encryptedPassword: field('password', text(1000)),
	captcha: Captcha,
}
const stay = { staySignedIn: optional('auto_login', flag) }
const proofToken = shape({ token: optional('token', ProofToken) })

const checks = {
	who: 'anyone',
	output: AccessToken,
	refusals: {
		...proofRefusals,
		notBound: { http: 200, code: 100005 },
		noDefaultCompany: { http: 403, code: 100007 },
	},
} as const
const rateLimit = { times: 20, perS: 60, crowd: 1 }

type Prefix = '/weChat' | '/apple'

function createBindingCalls(
	prefix: Prefix,
	names: { check: string; bindable: string; mobile: string; oa: string },
	proof: ReturnType<typeof proofField>,
	who: string,
) {
	return {
		check: call({
			route: `POST ${prefix}/${names.check}`,
			summary: `Signs in by the ${who} identity, where it is bound to an account.`,
			...checks,
			rateLimit,
			input: shape({ ...proof, ...stay }),
		}),
		isBindable: call({
			route: `GET ${prefix}/${names.bindable}`,
			summary: `Whether a mobile number may be bound to a ${who} identity.`,
			who: 'anyone',
			success: 0,
			rateLimit,
			input: shape(Mobile),
			output: shape({ isRegistered: optional('registered', flag) }),
			refusals: {
				mobileInvalid: { http: 422, code: 200003 },
				alreadyBound: { http: 409, code: 100006 },
				notInCompany: { http: 403, code: 100007 },
			},
		}),
		bindMobile: call({
			route: `POST ${prefix}/${names.mobile}`,
			summary: `Binds the ${who} identity to the account of a mobile number, which is made where there is none.`,
			who: 'anyone',
			success: 0,
			rateLimit,
			input: shape({ ...CodedMobile, ...proof, ...stay }),
			output: AccessToken,
			refusals: { ...bindRefusals, ...codeRefusals, noDefaultCompany: { http: 403, code: 100007 } },
		}),
		bindOa: call({
			route: `POST ${prefix}/${names.oa}`,
			summary: `Binds the ${who} identity to an OA account.`,
			who: 'anyone',
			success: 0,
			rateLimit,
			input: shape({ ...corporateCredentials, ...proof, ...stay }),
			output: AccessToken,
			refusals: { ...bindRefusals, ...oaRefusals, alreadyBound: { http: 409, code: 100006 } },
		}),
	} satisfies Record<string, Call>
}

function createUnbindingCalls(prefix: Prefix, names: { unbind: string }, who: string) {
	return {
		proveMobile: call({
			route: `POST ${prefix}/mobileUnbundlingValidation`,
			summary: `Proves the mobile number of the signed-in person, to take the ${who} identity off.`,
			who: 'member',
			rateLimit,
			input: shape(CodedMobile),
			output: proofToken,
			refusals: {
				...challengeRefusals,
				wrongCode: { http: 401, code: 200005 },
				pageExpired: { http: 401, code: 200000 },
				mobileInvalid: { http: 422, code: 200003 },
				invalid: { http: 401, code: 1004 },
			},
		}),
		proveOa: call({
			route: `POST ${prefix}/oaUnbundlingValidation`,
			summary:
				'Proves an OA account by its password: for the signed-in person to take an identity off, for others to set a new password (OP-037, OP-038).',
			who: 'anyone',
			rateLimit,
			input: shape(corporateCredentials),
			output: proofToken,
			refusals: oaRefusals,
		}),
		unbind: call({
			route: `DELETE ${prefix}/${names.unbind}`,
			summary: `Takes the ${who} identity off the signed-in person.`,
			who: 'member',
			rateLimit,
			input: shape({ token: field('token', text(200)) }),
			output: shape({}),
			refusals: { pageExpired: { http: 410, code: 200000 } },
		}),
	} satisfies Record<string, Call>
}

/** Messenger identities. */
export const messenger = {
	...createBindingCalls(
		'/weChat',
		{
			check: 'checkWeChatUser',
			bindable: 'verifyMobileWeChatBinding',
			mobile: 'weChatBindingMobile',
			oa: 'weChatBindingOa',
		},
		envelopeProof,
		'messenger',
	),
	...createUnbindingCalls('/weChat', { unbind: 'userUnbundlingWeChat' }, 'messenger'),
	bindOwn: call({
		route: 'POST /weChat/userBindingWeChat',
		summary: 'Binds a messenger identity to the signed-in person.',
		who: 'member',
		success: 0,
		rateLimit,
		input: shape(envelopeProof),
		output: shape({}),
		refusals: { ...proofRefusals, alreadyBound: { http: 409, code: 100006 } },
	}),
}

/** Identities of the device maker. */
export const deviceMaker = {
	...createBindingCalls(
		'/apple',
		{
			check: 'checkAppleUser',
			bindable: 'verifyMobileAppleBinding',
			mobile: 'appleBindingMobile',
			oa: 'appleBindingOa',
		},
		tokenProof,
		'device maker',
	),
	...createUnbindingCalls('/apple', { unbind: 'userUnbundlingApple' }, 'device maker'),
}

/** The workplace app. */
export const workplace = {
	login: call({
		route: 'POST /auth/dingTalkLogin',
		summary: 'Signs in by the identity of the workplace app: an envelope signed by the shell.',
		...checks,
		rateLimit,
		input: shape({ proof: field('openid', text(4000)), ...stay }),
	}),
}
