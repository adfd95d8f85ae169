import { done } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask } from '../../api/index.ts'
import { carried, FormPage, isOaFilled, Lost, OaFields, prepareSeal, seal } from '../../features/account/index.ts'
import { ChallengeDialog } from '../../features/challenge/index.ts'
import { useSite } from '../../features/site/index.ts'
import {
	type AfterBinding,
	type BindOaSaying,
	bindByOa,
	bindOaSentence,
	type IdentitySaying,
	providerName,
	useBinding,
	useOaProof,
} from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'

/** /loginBindOA: an identity nobody has yet is bound to an OA account (BIND-02 to BIND-04). */
export function LoginBindOa() {
	const query = carried(useSearch({ from: '/loginBindOA' }))
	const navigate = useNavigate()
	const go = (to: AfterBinding) => void navigate({ to, replace: true })
	useEffect(prepareSeal, [])
	const binding = useBinding()
	const { identity } = binding
	// On sites of one kind that kind is OA, so there is no other way to offer.
	const takesPhones = useSite(({ info }) => !(info?.type === 1 && info.isOa))
	const proof = useOaProof<AfterBinding, BindOaSaying | IdentitySaying>(
		{ name: '', password: '' },
		(form, captcha) => bindByOa(identity ?? nobody, form, captcha, { ask, seal }),
		token => binding.finish(done(token)),
		go,
	)
	const signIn = () => void navigate({ to: '/Login', search: query, replace: true })
	const byPhone = () => void navigate({ to: '/loginBindPhone', search: query, replace: true })

	function back() {
		binding.giveUp()
		signIn()
	}

	if (!identity) {
		return (
			<Lost
				title={m.social_bind_lost_title()}
				text={m.social_bind_lost_text()}
				action={{ label: m.account_to_sign_in(), onPress: signIn }}
				onBack={back}
			/>
		)
	}

	/** A shell may take any time over it, or never answer: the form stays as it is meanwhile. */
	async function askApp() {
		proof.rest()
		const answer = await binding.again()
		if (!answer.ok) proof.turnAway(answer.failure)
	}
	const again = () => void askApp()

	const { why } = proof
	const sentence = why && bindOaSentence(why)
	return (
		<FormPage
			title={m.social_bind_oa_title()}
			lead={m.social_bind_oa_lead({ provider: providerName(identity.provider) })}
			onBack={back}
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
				'app-again': again,
				'sign-in': back,
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
