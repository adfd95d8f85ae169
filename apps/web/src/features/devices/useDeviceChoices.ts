import { useSyncExternalStore } from 'react'
import { type DeviceChoices, deviceChoices } from '../../media/index.ts'

/** The devices that were chosen in this browser. */
export const useDeviceChoices = (): DeviceChoices => useSyncExternalStore(deviceChoices.subscribe, deviceChoices.get)
