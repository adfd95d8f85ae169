import type { SmsCountry } from '@parley/api'
import { useSite } from '../site/index.ts'
import { getEmptyMobileCode, type MobileCodeValues } from './mobile.ts'

/** The countries and regions whose numbers get codes on this site; undefined where all do (SMS-22). */
export const useServedCountries = (): readonly SmsCountry[] | undefined => useSite(({ info }) => info?.smsCountries)

/** Initial values of a form with a number and a code. */
export const initialMobileCode = (): MobileCodeValues => getEmptyMobileCode(useSite.getState().info?.smsCountries)
