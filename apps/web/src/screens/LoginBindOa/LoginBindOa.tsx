import { ok } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import {
	encryptPassword,
	FormPage,
	getForwardedSearch,
	isOaFilled,
	OaFields,
	preloadEncryption,
} from '../../features/account/index.ts'
import { ChallengeDialog } from '../../features/challenge/index.ts'
import { useSite } from '../../features/site/index.ts'
import {
	type BindDestination,
	type BindOaMessageKey,
	bindByOa,
	bindOaMessage,
	type IdentityMessageKey,
	MissingIdentityPage,
	providerName,
	useBinding,
	useOaVerification,
} from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'

/** /loginBindOA: an identity nobody has yet is bound to an OA account (BIND-02 to BIND-04). */
export function LoginBindOa() {
	const query = getForwardedSearch(useSearch({ from: '/loginBindOA' }))
	const navigate = useNavigate()
	useEffect(preloadEncryption, [])
	const binding = useBinding(query)
	const { identity, cancel } = binding
	// On sites of one kind that kind is OA, so there is no other way to offer.
	const takesPhones = useSite(({ info }) => !(info?.type === 1 && info.isOa))
	const proof = useOaVerification<BindDestination, BindOaMessageKey | IdentityMessageKey>(
		{ name: '', password: '' },
		(form, captcha) => bindByOa(identity ?? nobody, form, captcha, { callApi, encryptPassword: encryptPassword }),
		token => binding.finish(ok(token)),
		binding.continueTo,
	)
	const byPhone = () => void navigate({ to: '/loginBindPhone', search: query, replace: true })

	if (!identity) return <MissingIdentityPage {...binding} />

	const { why } = proof
	const sentence = why && bindOaMessage(why)
	return (
		<FormPage
			title={m.social_bind_oa_title()}
			lead={m.social_bind_oa_lead({ provider: providerName(identity.provider) })}
			onBack={cancel}
			submit={{
				label: m.social_bind_confirm(),
				isReady: isOaFilled(proof.form),
				busy: proof.isAsking && m.social_bind_working(),
				onSubmit: proof.submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{
				...(takesPhones && { 'by-phone': byPhone }),
				'app-again': () => void binding.requestIdentityAgain(proof),
				'sign-in': cancel,
				reload: () => window.location.reload(),
			}}
			way={takesPhones ? { remedy: 'by-phone', label: m.account_by_phone(), onPress: byPhone } : undefined}
		>
			<OaFields form={proof.form} onChange={proof.change} why={why} sentence={sentence} />
			<Banner tone="info">{m.social_bind_oa_note()}</Banner>
			<ChallengeDialog {...proof.challenge} />
		</FormPage>
	)
}

/** Never sent: without an identity there is no form. */
const nobody = { provider: 'messenger', proof: '' } as const
