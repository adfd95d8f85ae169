import { CompanyId, UserId, WireDay } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { empty, field, flag, integer, optional, shape, text } from './codec.ts'
import { userFields } from './session.ts'

/** The signed-in person with what the personal centre shows (ENT-09). */
export const UserProfile = shape({
	...userFields,
	/** True on sites where people register themselves and have a personal edition. */
	isMasterPlatform: field('isMasterPlatform', flag),
	rights: field(
		'userRight',
		shape({
			maxPeople: field('maxJoinNumber', integer),
			/** Last day of the right; absent if it does not expire. */
			expires: optional('expireDate', WireDay),
		}),
	),
})
export type UserProfile = ReturnType<typeof UserProfile.decode>

/** Profile changes by their wire value (API-21, API-22). */
export const personalAction = { displayName: 'modifyDisplayName', password: 'modifyPassword' } as const

export const personal = {
	centre: call({
		route: 'GET /meeting/personalCenterInfo',
		summary: 'The signed-in person in full, as they are in one of their companies.',
		who: 'member',
		/** Defaults to the company of the `corpId` header. */
		input: shape({ companyId: optional('corpId', CompanyId) }),
		output: UserProfile,
		refusals: {},
	}),
	change: call({
		route: 'PATCH /meeting/users/:id',
		summary: 'Changes the display name or the password of the signed-in person, and of nobody else.',
		who: 'member',
		rateLimit: { times: 30, perS: 60 },
		input: shape({
			id: field('id', UserId),
			action: field('action', v.picklist(Object.values(personalAction))),
			displayName: optional('display_name', text(1000)),
			encryptedCurrentPassword: optional('original_password', text(1000)),
			encryptedPassword: optional('password', text(1000)),
			encryptedConfirmation: optional('password_confirmation', text(1000)),
		}),
		output: empty,
		refusals: {
			nameInvalid: { http: 422, code: 42201 },
			/** Names from a corporate directory or on OA sites cannot be changed here (PERS-19, ROLE-08). */
			nameLocked: { http: 403, code: 40301 },
			passwordRule: { http: 422, code: 100009 },
			/** 403, because 401 would mean that the session has ended. */
			wrongPassword: { http: 403, code: 601 },
			tooManyAttempts: { http: 429, code: 1002 },
		},
	}),
}
