import { smsType } from '@parley/api'
import { defaults } from '@parley/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../api/index.ts'
import { parseTitle } from '../../features/account/index.ts'
import { refreshPerson, useSession } from '../../features/session/index.ts'
import {
	type Provider,
	providerName,
	providerQueryParams,
	UnbindPage,
	useUnbind,
	verifyByMobile,
} from '../../features/social/index.ts'
import { isMobileCodeFilled, MobileCodeFields, type MobileCodeValues } from '../../features/verification/index.ts'
import { UnavailablePage, useSubmit } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { toast } from '../../ui/index.ts'

/** Unbinds an identity after verifying the number of the account by a code (UNBIND-01, UNBIND-02). */
export function UnbindByPhone({ provider }: { provider: Provider }) {
	const { title, mobile, mobileCode } = useSearch({ from: '/forgetPwd/phoneRetrieve' })
	const navigate = useNavigate()
	const back = useBack('/MeetingList')
	const person = useSession()
	const own = person.kind === 'member' ? person.user : undefined
	const [values, setValues] = useState<MobileCodeValues>(() => ({
		areaCode: own?.mobileCode || mobileCode || defaults.areaCode,
		mobile: own?.mobile || mobile || '',
		code: '',
	}))
	const name = providerName(provider)
	const unbinding = useUnbind(provider, {
		onUnbound() {
			toast.show(m.social_unbind_done({ provider: name }), { tone: 'ok' })
			void refreshPerson()
			back()
		},
	})
	const form = useSubmit(
		() => verifyByMobile(provider, values, callApi),
		token => unbinding.dispatch({ type: 'verified', token }),
	)
	const goToOa = () =>
		void navigate({
			to: '/forgetPwd/oaVerification',
			search: { [providerQueryParams[provider]]: 'true' },
			replace: true,
		})

	if (!own) {
		return (
			<UnavailablePage
				title={m.social_unbind_guest_title()}
				text={m.social_unbind_guest_text()}
				action={{ label: m.account_to_sign_in(), onPress: () => void navigate({ to: '/Login', replace: true }) }}
				onBack={back}
			/>
		)
	}
	if (!own.mobile && !mobile) {
		return (
			<UnavailablePage
				title={m.social_unbind_no_phone_title()}
				text={m.social_unbind_no_phone_text()}
				action={{ label: m.account_by_oa(), onPress: goToOa }}
				otherAction={{ label: m.account_bind_phone(), onPress: () => void navigate({ to: '/bindPhone' }) }}
				onBack={back}
			/>
		)
	}

	const error = form.error ?? unbinding.error
	return (
		<UnbindPage
			title={parseTitle(title) ?? m.social_unbind_title({ provider: name })}
			lead={m.social_unbind_phone_lead()}
			provider={provider}
			onBack={back}
			isReady={isMobileCodeFilled(values)}
			isSubmitting={form.isSubmitting}
			error={error}
			remedies={{ byOa: goToOa }}
			alternative={{ remedy: 'byOa', label: m.account_by_oa(), onPress: goToOa }}
			unbinding={unbinding}
			onVerify={form.submit}
		>
			<MobileCodeFields
				value={values}
				onChange={next => {
					form.clearError()
					unbinding.dispatch({ type: 'edited' })
					setValues(next)
				}}
				type={smsType.bind}
				isAreaLocked
				isNumberLocked={Boolean(own.mobile)}
				mobileError={error?.field === 'mobile' ? error.message : undefined}
				codeError={error?.field === 'code' ? error.message : undefined}
			/>
		</UnbindPage>
	)
}
