import { ok } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	encryptPassword,
	FormPage,
	getForwardedSearch,
	isOaFilled,
	OaFields,
	type OaSaying,
	oaSentence,
	parseTitle,
	preloadEncryption,
} from '../../features/account/index.ts'
import { ChallengeDialog } from '../../features/challenge/index.ts'
import { useOaVerification, verifyByOa } from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'

/** A new password, proven with the account of the organisation's own directory (OP-038). */
export function ForgotByOa() {
	const search = useSearch({ from: '/forgetPwd/oaVerification' })
	const navigate = useNavigate()
	const back = useBack('/')
	useEffect(preloadEncryption, [])
	const query = getForwardedSearch(search)
	const verification = useOaVerification<string, OaSaying>(
		{ name: search.oaName ?? '', password: '' },
		(form, captcha) =>
			verifyByOa('messenger', form, captcha, { callApi, encryptPassword: encryptPassword, isAnonymous: true }),
		ok,
		token => void navigate({ to: '/forgetPwd/resetPwd', search: { ...query, token }, replace: true }),
	)
	const byPhone = () => void navigate({ to: '/forgetPwd/phoneRetrieve', search: query, replace: true })

	const { why } = verification
	const sentence = why && oaSentence(why)
	return (
		<FormPage
			title={parseTitle(search.title) ?? m.account_forgot_title()}
			lead={m.account_forgot_oa_lead()}
			onBack={back}
			submit={{
				label: m.account_forgot_submit(),
				isReady: isOaFilled(verification.form),
				busy: verification.isAsking && m.account_forgot_working(),
				onSubmit: verification.submit,
			}}
			why={why}
			sentence={sentence}
			remedies={{ 'by-phone': byPhone, reload: () => window.location.reload() }}
			way={{ remedy: 'by-phone', label: m.account_by_phone(), onPress: byPhone }}
		>
			<OaFields form={verification.form} onChange={verification.change} why={why} sentence={sentence} />
			<ChallengeDialog {...verification.challenge} />
		</FormPage>
	)
}
