import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import {
	encryptPassword,
	getForwardedSearch,
	isOaFilled,
	OaFields,
	type OaResult,
	type OaValues,
	preloadEncryption,
} from '../../features/account/index.ts'
import { ChallengeDialog } from '../../features/challenge/index.ts'
import { useSite } from '../../features/site/index.ts'
import {
	type BindDestination,
	BindPage,
	bindByOa,
	MissingIdentityPage,
	type ProvenIdentity,
	providerName,
	useBinding,
	useOaForm,
} from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'

export const title = () => m.social_bind_oa_title()

/** /loginBindOA: binds an unbound identity to an OA account (BIND-02 to BIND-04). */
export function LoginBindOa() {
	const binding = useBinding(getForwardedSearch(useSearch({ from: '/loginBindOA' })))
	if (!binding.identity) return <MissingIdentityPage {...binding} />
	return <BindOaForm identity={binding.identity} binding={binding} />
}

function BindOaForm({ identity, binding }: { identity: ProvenIdentity; binding: ReturnType<typeof useBinding> }) {
	const query = getForwardedSearch(useSearch({ from: '/loginBindOA' }))
	const navigate = useNavigate()
	useEffect(preloadEncryption, [])
	// Sites of type 1 have either OA accounts or phone accounts.
	const hasPhoneAccounts = useSite(({ info }) => !(info?.type === 1 && info.isOa))
	const form = useOaForm({ name: '', password: '' }, bind, binding.continueTo)
	const goToPhone = () => void navigate({ to: '/loginBindPhone', search: query, replace: true })

	async function bind(values: OaValues, captcha: string): Promise<OaResult<BindDestination>> {
		return binding.finish(await bindByOa(identity, values, captcha, { callApi, encryptPassword }))
	}

	return (
		<BindPage
			title={m.social_bind_oa_title()}
			lead={m.social_bind_oa_lead({ provider: providerName(identity.provider) })}
			binding={binding}
			form={form}
			submitLabel={m.social_bind_confirm()}
			isReady={isOaFilled(form.values)}
			alternative={
				hasPhoneAccounts ? { remedy: 'byPhone', label: m.account_by_phone(), onPress: goToPhone } : undefined
			}
		>
			<OaFields values={form.values} onChange={form.change} errorAt={form.errorAt} />
			<Banner tone="info">{m.social_bind_oa_note()}</Banner>
			<ChallengeDialog {...form.challenge} />
		</BindPage>
	)
}

export { LoginBindOa as Screen }
