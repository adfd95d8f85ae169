import { account, decryptPassword, smsType } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { ChallengeService } from '../challenge/index.ts'
import type { SiteService } from '../site/index.ts'
import type { MobileNumberService } from './mobileNumbers.ts'
import type { PasswordResetService } from './passwordReset.ts'
import type { RegistrationService } from './registration.ts'

export interface AccountHttpDeps {
	numbers: MobileNumberService
	registration: RegistrationService
	passwordReset: PasswordResetService
	challenges: Pick<ChallengeService, 'requirePass'>
	sites: Pick<SiteService, 'find'>
}

const purposes: readonly number[] = Object.values(smsType)

export const accountHttp = ({
	numbers,
	registration,
	passwordReset,
	challenges,
	sites,
}: AccountHttpDeps): CallHandlers =>
	handlers(account, {
		async sendCode({ type, mobile, areaCode, captcha, language }, { siteId, address, browser }) {
			if (!purposes.includes(type)) return { ...refused('invalidInput'), message: 'type' }
			if (type === smsType.register && (await sites.find(siteId)).settings.type === 1) return refused('forbidden')
			const demanded = await challenges.requirePass({ siteId, address, browser, captcha })
			if (demanded) return refused(demanded)
			const sent = await numbers.sendCode({ siteId, areaCode, mobile, language }, type, address)
			return sent.ok ? ok({}) : sent
		},
		async isRegistered({ mobile, areaCode, type }, { siteId }) {
			const found = await numbers.findOwner({ siteId, mobile, areaCode })
			if (!found.ok) return found
			const isRegistered = found.value.account !== undefined
			return type === smsType.forgot && !isRegistered ? refused('notRegistered') : ok({ isRegistered })
		},
		async validateMobile({ mobile, areaCode }, { siteId }) {
			const found = await numbers.findOwner({ siteId, mobile, areaCode })
			return found.ok ? ok({ isRegistered: found.value.account !== undefined }) : found
		},
		register: async ({ mobile, areaCode, code }, { siteId, address }) =>
			await registration.register({ siteId, mobile, areaCode, code }, address),
		async completeProfile({ name, encryptedPassword, encryptedConfirmation, token }, { siteId, member }) {
			const profile = {
				name,
				password: decryptPassword(encryptedPassword),
				confirmation: decryptPassword(encryptedConfirmation),
			}
			if (token !== undefined) return await registration.createAccount(siteId, token, profile)
			return member ? await registration.completeProfile(member, profile) : refused('signedOut')
		},
		bindMobile: async ({ mobile, areaCode, code }, { siteId, member, address }) =>
			await numbers.bindToAccount(member.userId, { siteId, mobile, areaCode, code }, address),
		checkForgotCode: async ({ mobile, areaCode, code }, { siteId, address }) =>
			await passwordReset.start({ siteId, mobile, areaCode, code }, address),
		resetPassword: async ({ token, encryptedPassword, encryptedConfirmation }, { siteId }) =>
			await passwordReset.complete(
				siteId,
				token,
				decryptPassword(encryptedPassword),
				decryptPassword(encryptedConfirmation),
			),
	})
