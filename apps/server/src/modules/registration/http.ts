import { account, decryptPassword, smsType } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { MobileNumberService } from '../account/index.ts'
import type { ChallengeService } from '../challenge/index.ts'
import type { SiteService } from '../site/index.ts'
import type { PasswordResetService } from './passwordReset.ts'
import type { RegistrationService } from './registration.ts'
import type { SetUpService } from './setUp.ts'

export interface AccountHttpDeps {
	numbers: MobileNumberService
	registration: RegistrationService
	passwordReset: PasswordResetService
	setUp: SetUpService
	challenges: Pick<ChallengeService, 'requirePass'>
	sites: Pick<SiteService, 'find'>
}

const purposes: readonly number[] = Object.values(smsType)

export const accountHttp = ({
	numbers,
	registration,
	passwordReset,
	setUp,
	challenges,
	sites,
}: AccountHttpDeps): CallHandlers =>
	handlers(account, {
		async sendCode({ type, mobile, areaCode, captcha, language }, caller) {
			const { siteId } = caller
			if (!purposes.includes(type)) return { ...refused('invalidInput'), message: 'type' }
			if (type === smsType.register && (await sites.find(siteId)).settings.type === 1) return refused('forbidden')
			const risk = (await numbers.isRisky(caller)) ? 'high' : 'usual'
			const demanded = await challenges.requirePass({ ...caller, captcha, risk })
			if (demanded) return refused(demanded)
			const sent = await numbers.sendCode(caller, { areaCode, mobile, language }, type)
			return sent.ok ? ok({}) : sent
		},
		async isRegistered({ mobile, areaCode, type }, { siteId }) {
			const found = await numbers.findOwner(siteId, { mobile, areaCode })
			if (!found.ok) return found
			const isRegistered = found.value.account !== undefined
			return type === smsType.forgot && !isRegistered ? refused('notRegistered') : ok({ isRegistered })
		},
		async validateMobile({ mobile, areaCode }, { siteId }) {
			const found = await numbers.findOwner(siteId, { mobile, areaCode })
			return found.ok ? ok({ isRegistered: found.value.account !== undefined }) : found
		},
		register: ({ mobile, areaCode, code, captcha }, caller) =>
			registration.register(caller, { mobile, areaCode, code, captcha }),
		async completeProfile({ name, encryptedPassword, encryptedConfirmation, token }, { siteId, member }) {
			const profile = {
				name,
				password: decryptPassword(encryptedPassword),
				confirmation: decryptPassword(encryptedConfirmation),
			}
			if (token !== undefined) return await registration.createAccount(siteId, token, profile)
			if (!member) return refused('signedOut')
			const completed = await registration.completeProfile(member, profile)
			return completed.ok ? { ...completed, signedIn: member.userId } : completed
		},
		bindMobile: ({ mobile, areaCode, code, captcha }, caller) =>
			numbers.bindToAccount(caller, caller.member.userId, { mobile, areaCode, code, captcha }),
		checkForgotCode: ({ mobile, areaCode, code, captcha }, caller) =>
			passwordReset.start(caller, { mobile, areaCode, code, captcha }),
		setUpLink: ({ token }, { siteId }) => setUp.look(siteId, token),
		setUpPassword: ({ token, encryptedPassword, encryptedConfirmation }, { siteId }) =>
			setUp.complete(siteId, token, decryptPassword(encryptedPassword), decryptPassword(encryptedConfirmation)),
		resetPassword: async ({ token, encryptedPassword, encryptedConfirmation }, { siteId }) =>
			await passwordReset.complete(
				siteId,
				token,
				decryptPassword(encryptedPassword),
				decryptPassword(encryptedConfirmation),
			),
	})
