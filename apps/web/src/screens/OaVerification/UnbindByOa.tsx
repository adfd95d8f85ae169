import { ok } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import { useBack } from '../../app/navigation/useBack.ts'
import {
	encryptPassword,
	isOaFilled,
	Lost,
	OaFields,
	type OaSaying,
	parseTitle,
	preloadEncryption,
} from '../../features/account/index.ts'
import { ChallengeDialog } from '../../features/challenge/index.ts'
import { refreshPerson, useSession } from '../../features/session/index.ts'
import {
	type Provider,
	providerName,
	providerQueryParams,
	UnbindPage,
	unbindMessage,
	useOaVerification,
	useUnbind,
	verifyByOa,
} from '../../features/social/index.ts'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'

/** Unlinking a sign-in, proven with the OA account (UNBIND-01, UNBIND-03). */
export function UnbindByOa({ provider }: { provider: Provider }) {
	const { title, oaName } = useSearch({ from: '/forgetPwd/oaVerification' })
	const navigate = useNavigate()
	const back = useBack('/MeetingList')
	useEffect(preloadEncryption, [])
	const person = useSession()
	const name = providerName(provider)
	const unbinding = useUnbind(provider, {
		onUnbound() {
			toast.show(m.social_unbind_done({ provider: name }), { tone: 'ok' })
			void refreshPerson()
			back()
		},
	})
	const verification = useOaVerification<string, OaSaying>(
		{ name: oaName ?? (person.kind === 'member' ? person.user.name : ''), password: '' },
		(form, captcha) =>
			verifyByOa(provider, form, captcha, { callApi, encryptPassword: encryptPassword, isAnonymous: false }),
		ok,
		token => {
			verification.rest()
			unbinding.dispatch({ type: 'verified', token })
		},
	)
	const byPhone = () =>
		void navigate({
			to: '/forgetPwd/phoneRetrieve',
			search: { [providerQueryParams[provider]]: 'true' },
			replace: true,
		})

	if (person.kind === 'guest') {
		return (
			<Lost
				title={m.social_unbind_nobody_title()}
				text={m.social_unbind_nobody_text()}
				action={{ label: m.account_to_sign_in(), onPress: () => void navigate({ to: '/Login', replace: true }) }}
				onBack={back}
			/>
		)
	}

	const why = verification.why ?? (unbinding.state.at === 'refused' ? unbinding.state.refusal : undefined)
	return (
		<UnbindPage
			title={parseTitle(title) ?? m.social_unbind_title({ provider: name })}
			lead={m.social_unbind_oa_lead()}
			provider={provider}
			onBack={back}
			isReady={isOaFilled(verification.form)}
			isSubmitting={verification.isAsking}
			why={why}
			remedies={{ 'by-phone': byPhone }}
			alternative={{ remedy: 'by-phone', label: m.account_by_phone(), onPress: byPhone }}
			unbinding={unbinding}
			onVerify={verification.submit}
		>
			<OaFields
				form={verification.form}
				onChange={form => {
					unbinding.dispatch({ type: 'edited' })
					verification.change(form)
				}}
				why={why}
				sentence={why && unbindMessage(why)}
			/>
			<ChallengeDialog {...verification.challenge} />
		</UnbindPage>
	)
}
