import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { field, flag, listOf, nothing, shape, spare, whole } from './codec.ts'

/** A company of the signed-in person (ENT-08). `type` 2 is the personal edition. */
export const Membership = shape({
	companyId: field('corpId', CompanyId),
	name: field('corporationName', v.string()),
	type: field('corpType', whole),
	userType: field('userType', whole),
	isDefault: field('isDefault', flag),
})
export type Membership = ReturnType<typeof Membership.read>

export const personalEdition = 2

/** The signed-in person (ENT-08, ENT-09). */
export const User = shape({
	id: field('id', UserId),
	name: field('name', v.string()),
	displayName: field('display_name', v.string()),
	isComplete: field('is_completed_info', flag),
	userType: field('user_type', whole),
	source: spare('source_name', v.string()),
	mobile: spare('mobile', v.string()),
	mobileCode: spare('mobileCode', v.string()),
	picture: spare('head_img_url', v.string()),
	companies: field('corps', listOf(Membership)),
})
export type User = ReturnType<typeof User.read>

const AccessToken = shape({ token: field('access_token', v.pipe(v.string(), v.nonEmpty())) })

export const session = {
	challengeOpen: call({
		route: 'GET /auth/isCaptchaOpen',
		summary: 'Whether signing in asks for the slider challenge.',
		who: 'anyone',
		answer: 'flat',
		input: nothing,
		output: shape({ isOpen: field('isOpen', flag) }),
		refusals: {},
	}),
	login: call({
		route: 'POST /auth/login',
		summary: 'Signs in by account name and transformed password.',
		who: 'anyone',
		marks: ['unauth', 'noErrorTip'],
		limit: { times: 30, perS: 60 },
		input: shape({
			name: field('name', v.pipe(v.string(), v.maxLength(100))),
			sealedPassword: field('password', v.pipe(v.string(), v.maxLength(1000))),
			captcha: spare('captcha', v.pipe(v.string(), v.maxLength(4000))),
			staySignedIn: spare('auto_login', flag),
		}),
		output: AccessToken,
		refusals: {
			invalidCredentials: { http: 401, code: 1004 },
			invalidPassword: { http: 401, code: 100007 },
			tooManyAttempts: { http: 429, code: 1002 },
		},
	}),
	me: call({
		route: 'GET /auth/me',
		summary: 'The signed-in person and their companies.',
		who: 'member',
		input: nothing,
		output: User,
		refusals: {},
	}),
	refresh: call({
		route: 'POST /auth/refresh',
		summary: 'Exchanges the access token for a new one.',
		who: 'member',
		marks: ['noErrorTip'],
		input: shape({ staySignedIn: spare('auto_login', flag) }),
		output: AccessToken,
		refusals: {},
	}),
	logout: call({
		route: 'POST /auth/logout',
		summary: 'Ends this session; with `everywhere`, every session of the person.',
		who: 'member',
		input: shape({ everywhere: spare('everywhere', flag) }),
		output: nothing,
		refusals: {},
	}),
}
