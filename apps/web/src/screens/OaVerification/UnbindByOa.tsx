import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callApi } from '../../api/index.ts'
import { encryptPassword, isOaFilled, OaFields, parseTitle, preloadEncryption } from '../../features/account/index.ts'
import { ChallengeDialog } from '../../features/challenge/index.ts'
import { refreshPerson, useSession } from '../../features/session/index.ts'
import {
	type Provider,
	providerName,
	providerQueryParams,
	UnbindPage,
	useOaForm,
	useUnbind,
	verifyByOa,
} from '../../features/social/index.ts'
import { UnavailablePage } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { toast } from '../../ui/index.ts'

/** Unbinds an identity after verifying the OA account (UNBIND-01, UNBIND-03). */
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
	const form = useOaForm(
		{ name: oaName ?? (person.kind === 'member' ? person.user.name : ''), password: '' },
		(values, captcha) => verifyByOa(provider, values, captcha, { callApi, encryptPassword, isAnonymous: false }),
		token => unbinding.dispatch({ type: 'verified', token }),
	)
	const goToPhone = () =>
		void navigate({
			to: '/forgetPwd/phoneRetrieve',
			search: { [providerQueryParams[provider]]: 'true' },
			replace: true,
		})

	if (person.kind === 'guest') {
		return (
			<UnavailablePage
				title={m.social_unbind_guest_title()}
				text={m.social_unbind_guest_text()}
				action={{ label: m.account_to_sign_in(), onPress: () => void navigate({ to: '/Login', replace: true }) }}
				onBack={back}
			/>
		)
	}

	const error = form.error ?? unbinding.error
	return (
		<UnbindPage
			title={parseTitle(title) ?? m.social_unbind_title({ provider: name })}
			lead={m.social_unbind_oa_lead()}
			provider={provider}
			onBack={back}
			isReady={isOaFilled(form.values)}
			isSubmitting={form.isSubmitting}
			error={error}
			remedies={{ byPhone: goToPhone }}
			alternative={{ remedy: 'byPhone', label: m.account_by_phone(), onPress: goToPhone }}
			unbinding={unbinding}
			onVerify={form.submit}
		>
			<OaFields
				values={form.values}
				onChange={values => {
					unbinding.dispatch({ type: 'edited' })
					form.change(values)
				}}
				errorAt={field => (error?.field === field ? error.message : undefined)}
			/>
			<ChallengeDialog {...form.challenge} />
		</UnbindPage>
	)
}
