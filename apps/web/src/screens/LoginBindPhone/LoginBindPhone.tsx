import { smsType } from '@parley/api'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/index.ts'
import { carried, FormPage, Lost, useFlow } from '../../features/account/index.ts'
import { useSite } from '../../features/site/index.ts'
import {
	type AfterBinding,
	type BindPhoneSaying,
	bindByPhone,
	bindPhoneSentence,
	bindsToOa,
	type Identity,
	type IdentitySaying,
	isBindable,
	providerName,
	useBinding,
} from '../../features/social/index.ts'
import {
	type CodedMobile,
	CodedMobileFields,
	isFilled,
	lastMobile,
	noMobile,
} from '../../features/verification/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'

/** /loginBindPhone: an identity nobody has yet is bound to the account of a mobile number (BIND-01). */
export function LoginBindPhone() {
	const query = carried(useSearch({ from: '/loginBindPhone' }))
	const navigate = useNavigate()
	const go = (to: AfterBinding) => void navigate({ to, replace: true })
	const binding = useBinding()
	const flow = useFlow<BindPhoneSaying | IdentitySaying>()
	const [form, setForm] = useState<CodedMobile>(() => ({ ...noMobile, ...lastMobile(smsType.bind) }))
	const { identity } = binding
	const takesOa = useSite(({ info }) => bindsToOa(info))
	const signIn = () => void navigate({ to: '/Login', search: query, replace: true })
	const byOa = () => void navigate({ to: '/loginBindOA', search: query, replace: true })

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

	/** OP-030, SOC-13 */
	async function beforeSend() {
		if (!identity) return undefined
		const why = await isBindable(identity.provider, form, ask)
		if (why) flow.turnAway(why)
		return why && bindPhoneSentence(why)
	}

	/** A shell may take any time over it, or never answer: the form stays as it is meanwhile. */
	async function askApp() {
		flow.rest()
		const answer = await binding.again()
		if (!answer.ok) flow.turnAway(answer.failure)
	}
	const again = () => void askApp()

	async function bind(to: Identity) {
		const bound = await bindByPhone(to, form, ask)
		if (bound.ok) storage.write('mobile', form.mobile)
		return binding.finish(bound)
	}

	const { why } = flow
	const sentence = why && bindPhoneSentence(why)
	return (
		<FormPage
			title={m.social_bind_phone_title()}
			lead={m.social_bind_phone_lead({ provider: providerName(identity.provider) })}
			onBack={back}
			submit={{
				label: m.social_bind_submit(),
				isReady: isFilled(form),
				busy: flow.isAsking && m.social_bind_working(),
				onSubmit: () => void flow.run(() => bind(identity), go),
			}}
			why={why}
			sentence={sentence}
			remedies={{
				...(takesOa && { 'by-oa': byOa }),
				'app-again': again,
				'sign-in': back,
				reload: () => window.location.reload(),
			}}
			way={takesOa ? { remedy: 'by-oa', label: m.account_by_oa(), onPress: byOa } : undefined}
		>
			<CodedMobileFields
				value={form}
				onChange={value => {
					flow.rest()
					setForm(value)
				}}
				type={smsType.bind}
				beforeSend={beforeSend}
				mobileError={why?.field === 'mobile' ? sentence : undefined}
				codeError={why?.field === 'code' ? sentence : undefined}
			/>
		</FormPage>
	)
}
