import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { CodedMobile, codeRefusals } from './accountFields.ts'
import { call } from './call.ts'
import { challengeRefusals } from './challengeFields.ts'
import { array, empty, field, flag, integer, optional, shape } from './codec.ts'

/** A company of the signed-in person (ENT-08). `type` 2 is the personal edition. */
export const Membership = shape({
	companyId: field('corpId', CompanyId),
	name: field('corporationName', v.string()),
	type: field('corpType', integer),
	userType: field('userType', integer),
	isDefault: field('isDefault', flag),
})
export type Membership = ReturnType<typeof Membership.decode>

/** Fields of the signed-in person, shared by the calls that return them. */
export const userFields = {
	id: field('id', UserId),
	name: field('name', v.string()),
	displayName: field('display_name', v.string()),
	isComplete: field('is_completed_info', flag),
	userType: field('user_type', integer),
	source: optional('source_name', v.string()),
	mobile: optional('mobile', v.string()),
	mobileCode: optional('mobileCode', v.string()),
	/** Bound messenger identity and its nickname. */
	messengerId: optional('unionid', v.string()),
	messengerName: optional('nickname', v.string()),
	/** Bound identity of the device maker. */
	deviceMakerId: optional('appleId', v.string()),
	picture: optional('head_img_url', v.string()),
	companies: field('corps', array(Membership)),
}

/** The signed-in person (ENT-08, ENT-09). */
export const User = shape(userFields)
export type User = ReturnType<typeof User.decode>

export const AccessToken = shape({ token: field('access_token', v.pipe(v.string(), v.nonEmpty())) })

export const session = {
	login: call({
		route: 'POST /auth/login',
		summary: 'Signs in by account name and transformed password.',
		who: 'anyone',
		urlFlags: ['unauth', 'noErrorTip'],
		rateLimit: { times: 30, perS: 60, crowd: 1 },
		input: shape({
			name: field('name', v.pipe(v.string(), v.maxLength(100))),
			encryptedPassword: field('password', v.pipe(v.string(), v.maxLength(1000))),
			captcha: optional('captcha', v.pipe(v.string(), v.maxLength(4000))),
			staySignedIn: optional('auto_login', flag),
		}),
		output: AccessToken,
		refusals: {
			invalidCredentials: { http: 401, code: 1004 },
			invalidPassword: { http: 401, code: 100007 },
			tooManyAttempts: { http: 429, code: 1002 },
			/** The password is right, and an administrator has disabled the account. */
			accountDisabled: { http: 403, code: 200012 },
			...challengeRefusals,
		},
	}),
	loginBySms: call({
		route: 'POST /auth/loginBySMSCaptcha',
		summary: 'Signs in by mobile number and the code sent to it.',
		who: 'anyone',
		rateLimit: { times: 30, perS: 60, crowd: 1 },
		input: shape({ ...CodedMobile, staySignedIn: optional('auto_login', flag) }),
		output: AccessToken,
		refusals: { ...codeRefusals, noDefaultCompany: { http: 403, code: 100007 } },
	}),
	check: call({
		route: 'GET /mobile/checkLogin',
		summary: 'Whether the caller is signed in, and as whom; asked before a short link is followed (OP-056).',
		who: 'anyone',
		accountLevel: true,
		changesState: true,
		success: 0,
		input: empty,
		output: User,
		refusals: { notSignedIn: { http: 200, code: 401 } },
	}),
	me: call({
		route: 'GET /auth/me',
		summary: 'The signed-in person and their companies.',
		who: 'member',
		accountLevel: true,
		input: empty,
		output: User,
		refusals: {},
	}),
	refresh: call({
		route: 'POST /auth/refresh',
		summary: 'Exchanges the access token for a new one.',
		who: 'member',
		accountLevel: true,
		urlFlags: ['noErrorTip'],
		input: shape({ staySignedIn: optional('auto_login', flag) }),
		output: AccessToken,
		refusals: {},
	}),
	logout: call({
		route: 'POST /auth/logout',
		summary: 'Ends this session; with `everywhere`, every session of the person.',
		who: 'member',
		accountLevel: true,
		input: shape({ everywhere: optional('everywhere', flag) }),
		output: empty,
		refusals: {},
	}),
}
