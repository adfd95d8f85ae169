import { smsType } from '@parley/api'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { getForwardedSearch } from '../../features/account/index.ts'
import { useSite } from '../../features/site/index.ts'
import {
	BindPage,
	bindByMobile,
	checkBindable,
	hasOaAccounts,
	MissingIdentityPage,
	type ProvenIdentity,
	providerName,
	useBinding,
} from '../../features/social/index.ts'
import {
	getLastMobile,
	initialMobileCode,
	isMobileCodeFilled,
	MobileCodeFields,
	type MobileCodeValues,
} from '../../features/verification/index.ts'
import { useSubmit } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'

export const title = () => m.social_bind_phone_title()

/** /loginBindPhone: binds an unbound identity to the account of a mobile number (BIND-01). */
export function LoginBindPhone() {
	const binding = useBinding(getForwardedSearch(useSearch({ from: '/loginBindPhone' })))
	if (!binding.identity) return <MissingIdentityPage {...binding} />
	return <BindMobileForm identity={binding.identity} binding={binding} />
}

function BindMobileForm({ identity, binding }: { identity: ProvenIdentity; binding: ReturnType<typeof useBinding> }) {
	const query = getForwardedSearch(useSearch({ from: '/loginBindPhone' }))
	const navigate = useNavigate()
	const [values, setValues] = useState<MobileCodeValues>(() => ({
		...initialMobileCode(),
		...getLastMobile(smsType.bind),
	}))
	const canBindToOa = useSite(({ info }) => hasOaAccounts(info))
	const form = useSubmit(bind, binding.continueTo)
	const goToOa = () => void navigate({ to: '/loginBindOA', search: query, replace: true })

	/** OP-030, SOC-13 */
	async function beforeSend() {
		const error = await checkBindable(identity.provider, values, callApi)
		if (error) form.setError(error)
		return error?.message
	}

	async function bind() {
		const bound = await bindByMobile(identity, values, callApi)
		if (bound.ok) storage.write('mobile', values.mobile)
		return binding.finish(bound)
	}

	return (
		<BindPage
			title={m.social_bind_phone_title()}
			lead={m.social_bind_phone_lead({ provider: providerName(identity.provider) })}
			binding={binding}
			form={form}
			submitLabel={m.social_bind_submit()}
			isReady={isMobileCodeFilled(values)}
			alternative={canBindToOa ? { remedy: 'byOa', label: m.account_by_oa(), onPress: goToOa } : undefined}
		>
			<MobileCodeFields
				value={values}
				onChange={next => {
					form.clearError()
					setValues(next)
				}}
				type={smsType.bind}
				beforeSend={beforeSend}
				mobileError={form.errorAt('mobile')}
				codeError={form.errorAt('code')}
			/>
		</BindPage>
	)
}

export { LoginBindPhone as Screen }
