import { smsType } from '@parley/api'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { FormPage, getForwardedSearch, useFlow } from '../../features/account/index.ts'
import { useSite } from '../../features/site/index.ts'
import {
	type BindMobileMessageKey,
	bindByMobile,
	bindMobileMessage,
	checkBindable,
	hasOaAccounts,
	type Identity,
	type IdentityMessageKey,
	MissingIdentityPage,
	providerName,
	useBinding,
} from '../../features/social/index.ts'
import {
	emptyMobileCode,
	getLastMobile,
	isMobileCodeFilled,
	MobileCodeFields,
	type MobileCodeValues,
} from '../../features/verification/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'

/** /loginBindPhone: an identity nobody has yet is bound to the account of a mobile number (BIND-01). */
export function LoginBindPhone() {
	const query = getForwardedSearch(useSearch({ from: '/loginBindPhone' }))
	const navigate = useNavigate()
	const binding = useBinding(query)
	const flow = useFlow<BindMobileMessageKey | IdentityMessageKey>()
	const [form, setForm] = useState<MobileCodeValues>(() => ({ ...emptyMobileCode, ...getLastMobile(smsType.bind) }))
	const { identity, cancel } = binding
	const takesOa = useSite(({ info }) => hasOaAccounts(info))
	const byOa = () => void navigate({ to: '/loginBindOA', search: query, replace: true })

	if (!identity) return <MissingIdentityPage {...binding} />

	/** OP-030, SOC-13 */
	async function beforeSend() {
		if (!identity) return undefined
		const why = await checkBindable(identity.provider, form, callApi)
		if (why) flow.turnAway(why)
		return why && bindMobileMessage(why)
	}

	async function bind(to: Identity) {
		const bound = await bindByMobile(to, form, callApi)
		if (bound.ok) storage.write('mobile', form.mobile)
		return binding.finish(bound)
	}

	const { why } = flow
	const sentence = why && bindMobileMessage(why)
	return (
		<FormPage
			title={m.social_bind_phone_title()}
			lead={m.social_bind_phone_lead({ provider: providerName(identity.provider) })}
			onBack={cancel}
			submit={{
				label: m.social_bind_submit(),
				isReady: isMobileCodeFilled(form),
				busy: flow.isAsking && m.social_bind_working(),
				onSubmit: () => void flow.run(() => bind(identity), binding.continueTo),
			}}
			why={why}
			sentence={sentence}
			remedies={{
				...(takesOa && { 'by-oa': byOa }),
				'app-again': () => void binding.requestIdentityAgain(flow),
				'sign-in': cancel,
				reload: () => window.location.reload(),
			}}
			way={takesOa ? { remedy: 'by-oa', label: m.account_by_oa(), onPress: byOa } : undefined}
		>
			<MobileCodeFields
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
