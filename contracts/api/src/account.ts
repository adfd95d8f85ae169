import * as v from 'valibot'
import { CodedMobile, codeRefusals, Mobile } from './accountFields.ts'
import { call } from './call.ts'
import { Captcha, challengeRefusals } from './challengeFields.ts'
import { field, flag, integer, optional, sameOnWire, shape, text } from './codec.ts'

/** Purpose of a code. 3, and 4 for unbinding, are our additions (OP-028). */
export const smsType = { register: 1, login: 2, forgot: 3, bind: 4 } as const
export type SmsType = (typeof smsType)[keyof typeof smsType]

/** One-use token of a proof. */
export const ProofToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

const mobileChecks = {
	input: shape({ ...Mobile, type: optional('type', integer) }),
	/** OP-031: code 0 covers both cases, this field tells them apart. */
	output: shape({ isRegistered: optional('registered', flag) }),
	refusals: {
		mobileInvalid: { http: 422, code: 200003 },
		notRegistered: { http: 404, code: 100008 },
		notInCompany: { http: 403, code: 100007 },
	},
} as const

/** Why a set-up link leads nowhere. */
export const setUpRefusals = {
	/** The link was never issued, is incomplete, or its account no longer exists. */
	linkUnknown: { http: 404, code: 200021 },
	linkExpired: { http: 410, code: 200022 },
	/** Used, or ended by a password that was set otherwise. */
	linkUsed: { http: 409, code: 200023 },
	/** A newer one was given out, and is valid. */
	linkReplaced: { http: 409, code: 200025 },
	/** Given out for another site. */
	linkElsewhere: { http: 403, code: 200024 },
	accountDisabled: { http: 403, code: 200012 },
} as const

/** A new password, encrypted twice, with the token that allows it. */
const newPassword = shape({
	token: field('token', text(200)),
	encryptedPassword: field('password', text(1000)),
	encryptedConfirmation: field('password_confirmation', text(1000)),
})

export const account = {
	sendCode: call({
		route: 'POST /auth/sendSMSCaptcha',
		summary: 'Sends a code by text message: `type` 1 register, 2 login, 3 forgotten password, 4 bind.',
		who: 'anyone',
		success: 0,
		rateLimit: { times: 30, perS: 60 },
		input: shape({
			type: field('type', integer),
			...Mobile,
			captcha: Captcha,
			/** Language of the message, `zh` or `en`. */
			language: optional('language', text(10)),
		}),
		output: shape({}),
		refusals: {
			/** Too soon after the last code, or too many from one address. */
			tooManyCodes: { http: 429, code: 102 },
			/** Daily limit of the number. */
			limitReached: { http: 429, code: 1 },
			/** The site has sent all codes it sends in a day. */
			siteLimitReached: { http: 429, code: 103 },
			/** The site sends no codes to numbers of that country. */
			countryNotServed: { http: 422, code: 104 },
			notSent: { http: 503, code: -1 },
			mobileInvalid: { http: 422, code: 200002 },
			...challengeRefusals,
		},
	}),
	isRegistered: call({
		route: 'POST /auth/mobileIsRegister',
		summary: 'Whether a mobile number has an account; asked before registering, signing in by code, and resetting.',
		who: 'anyone',
		success: 0,
		rateLimit: { times: 20, perS: 60 },
		...mobileChecks,
	}),
	validateMobile: call({
		route: 'POST /auth/validateMobile',
		summary: 'Whether a mobile number may be bound to an account.',
		who: 'anyone',
		success: 0,
		rateLimit: { times: 20, perS: 60 },
		...mobileChecks,
	}),
	register: call({
		route: 'POST /auth/register',
		summary: 'Proves a mobile number; the account is made when the profile is complete. Answers the token for that.',
		who: 'anyone',
		rateLimit: { times: 20, perS: 60 },
		input: shape({ ...CodedMobile, needToken: optional('needToken', flag) }),
		output: sameOnWire(ProofToken),
		refusals: {
			...codeRefusals,
			alreadyRegistered: { http: 409, code: 100006 },
			/** Sites of type 1 have no registration (REG-17). */
			registrationClosed: { http: 403, code: 403 },
			noDefaultCompany: { http: 403, code: 100007 },
		},
	}),
	completeProfile: call({
		route: 'POST /auth/completedUserInfo',
		summary: 'Name and password: of a new account with `token`, of the signed-in person without.',
		who: 'anyone',
		accountLevel: true,
		success: 0,
		rateLimit: { times: 20, perS: 60 },
		input: shape({
			name: field('name', text(1000)),
			encryptedPassword: field('password', text(1000)),
			encryptedConfirmation: field('password_confirmation', text(1000)),
			token: optional('token', ProofToken),
		}),
		output: shape({}),
		refusals: {
			formatError: { http: 422, code: 100009 },
			alreadyRegistered: { http: 409, code: 100006 },
			tokenExpired: { http: 410, code: 200000 },
		},
	}),
	bindMobile: call({
		route: 'POST /meeting/user/bindMobile',
		summary: 'Binds a mobile number to the signed-in person.',
		who: 'member',
		accountLevel: true,
		success: 0,
		rateLimit: { times: 20, perS: 60 },
		input: shape(CodedMobile),
		output: shape({}),
		refusals: { ...codeRefusals, duplicate: { http: 409, code: 100006 } },
	}),
	checkForgotCode: call({
		route: 'POST /auth/checkForgetPasswordSMSCaptcha',
		summary: 'Proves a mobile number for a new password; answers the token for it.',
		who: 'anyone',
		rateLimit: { times: 20, perS: 60 },
		input: shape({ ...CodedMobile, needToken: optional('needToken', flag) }),
		output: sameOnWire(ProofToken),
		refusals: {
			...codeRefusals,
			incompleteProfile: { http: 409, code: 200006 },
			notRegistered: { http: 404, code: 100008 },
		},
	}),
	setUpLink: call({
		route: 'POST /auth/setUpLink',
		summary: 'Whose account a set-up link is for; the link stays valid.',
		who: 'anyone',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ token: field('token', text(200)) }),
		output: shape({ name: field('name', v.string()), displayName: field('display_name', v.string()) }),
		refusals: setUpRefusals,
	}),
	setUpPassword: call({
		route: 'POST /auth/setUpPassword',
		summary: 'Sets the first password of an account with its set-up link, and ends every session of the person.',
		who: 'anyone',
		rateLimit: { times: 60, perS: 60 },
		input: newPassword,
		output: shape({}),
		refusals: { ...setUpRefusals, passwordRule: { http: 422, code: 100009 } },
	}),
	resetPassword: call({
		route: 'POST /auth/forgetPassword',
		summary: 'Sets a new password with a one-use token, and ends every session of the person.',
		who: 'anyone',
		rateLimit: { times: 20, perS: 60 },
		input: newPassword,
		output: shape({}),
		refusals: {
			pageExpired: { http: 410, code: 200000 },
			passwordRule: { http: 422, code: 100009 },
		},
	}),
}
