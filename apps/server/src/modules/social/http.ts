import { decryptPassword, deviceMaker, messenger, type Provider, workplace } from '@parley/api'
import { type CallHandlers, type HandlerTable, handlers } from '../../platform/handlers.ts'
import type { SocialService } from './service.ts'

/** What both kinds of identity answer alike. */
const common = (service: SocialService, provider: Provider) =>
	({
		check: ({ proof, staySignedIn = false }, { siteId }) => service.signIn(siteId, provider, proof, staySignedIn),
		isBindable: ({ mobile, areaCode }, { siteId }) => service.isBindable({ siteId, mobile, areaCode }, provider),
		bindMobile: ({ mobile, areaCode, code, proof, staySignedIn = false }, caller) =>
			service.bindByMobile(caller, provider, { siteId: caller.siteId, mobile, areaCode, code, proof, staySignedIn }),
		bindOa: ({ name, encryptedPassword, captcha, proof, staySignedIn = false }, caller) =>
			service.bindByCorporate(caller, provider, {
				...{ name, captcha, proof, staySignedIn },
				password: decryptPassword(encryptedPassword) ?? '',
			}),
		proveMobile: ({ mobile, areaCode, code }, { siteId, member, address }) =>
			service.proveByMobile(member, { siteId, mobile, areaCode, code }, provider, address),
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
		login: ({ proof, staySignedIn = false }, { siteId }) => service.signIn(siteId, 'workplace', proof, staySignedIn),
	})
