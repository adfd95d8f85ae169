import { decryptPassword, deviceMaker, messenger, type Provider, workplace } from '@parley/api'
import { type CallHandlers, type HandlerTable, handlers } from '../../platform/handlers.ts'
import { toSignedIn } from '../session/index.ts'
import type { SocialService } from './service.ts'

/** Handlers both kinds of identity share. */
const common = (service: SocialService, provider: Provider) =>
	({
		check: async ({ proof, staySignedIn = false }, { siteId }) =>
			toSignedIn(await service.signIn(siteId, provider, proof, staySignedIn)),
		isBindable: ({ mobile, areaCode }, { siteId }) => service.isBindable(siteId, { mobile, areaCode }, provider),
		bindMobile: async ({ mobile, areaCode, code, captcha, proof, staySignedIn = false }, caller) =>
			toSignedIn(
				await service.bindByMobile(caller, provider, { mobile, areaCode, code, captcha, proof, staySignedIn }),
			),
		bindOa: async ({ name, encryptedPassword, captcha, proof, staySignedIn = false }, caller) =>
			toSignedIn(
				await service.bindByCorporate(caller, provider, {
					...{ name, captcha, proof, staySignedIn },
					password: decryptPassword(encryptedPassword) ?? '',
				}),
			),
		proveMobile: ({ mobile, areaCode, code, captcha }, caller) =>
			service.proveByMobile(caller, { mobile, areaCode, code, captcha }, provider),
		proveOa: ({ name, encryptedPassword, captcha }, caller) =>
			service.proveByCorporate(caller, provider, { name, captcha, password: decryptPassword(encryptedPassword) ?? '' }),
		unbind: ({ token }, { siteId, member }) => service.unbind(member, siteId, provider, token),
	}) satisfies HandlerTable<typeof deviceMaker>

export const messengerHttp = (service: SocialService): CallHandlers =>
	handlers(messenger, {
		...common(service, 'messenger'),
		bindOwn: ({ proof }, { siteId, member }) => service.bindOwn(member, siteId, 'messenger', proof),
	})

export const deviceMakerHttp = (service: SocialService): CallHandlers =>
	handlers(deviceMaker, common(service, 'deviceMaker'))

export const workplaceHttp = (service: SocialService): CallHandlers =>
	handlers(workplace, {
		login: async ({ proof, staySignedIn = false }, { siteId }) =>
			toSignedIn(await service.signIn(siteId, 'workplace', proof, staySignedIn)),
	})
