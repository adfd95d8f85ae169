import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import {
	encryptPassword,
	getForwardedSearch,
	isOaFilled,
	OaFields,
	parseTitle,
	preloadEncryption,
} from '../../features/account/index.ts'
import { ChallengeDialog } from '../../features/challenge/index.ts'
import { useOaForm, verifyByOa } from '../../features/social/index.ts'
import { FormPage } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'

/** Verifies an OA account for a new password (OP-038). */
export function ForgotByOa() {
	const search = useSearch({ from: '/forgetPwd/oaVerification' })
	const navigate = useNavigate()
	const back = useBack('/')
	useEffect(preloadEncryption, [])
	const query = getForwardedSearch(search)
	const form = useOaForm(
		{ name: search.oaName ?? '', password: '' },
		(values, captcha) => verifyByOa('messenger', values, captcha, { callApi, encryptPassword, isAnonymous: true }),
		token => navigate({ to: '/forgetPwd/resetPwd', search: { ...query, token }, replace: true }),
	)
	const goToPhone = () => void navigate({ to: '/forgetPwd/phoneRetrieve', search: query, replace: true })

	return (
		<FormPage
			title={parseTitle(search.title) ?? m.account_forgot_title()}
			lead={m.account_forgot_oa_lead()}
			onBack={back}
			submit={{
				label: m.account_forgot_submit(),
				isReady: isOaFilled(form.values),
				busy: form.isSubmitting && m.account_forgot_working(),
				onSubmit: form.submit,
			}}
			error={form.error}
			remedies={{ byPhone: goToPhone, reload: () => window.location.reload() }}
			alternative={{ remedy: 'byPhone', label: m.account_by_phone(), onPress: goToPhone }}
		>
			<OaFields values={form.values} onChange={form.change} errorAt={form.errorAt} />
			<ChallengeDialog {...form.challenge} />
		</FormPage>
	)
}
