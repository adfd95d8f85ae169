export { type BridgeOptions, connectBridge } from './connectBridge.ts'
export { type AppClues, appVersion, isInApp } from './inApp.ts'
export { createStatusBar, type Ground, type StatusBar, statusColour } from './statusBar.ts'
export { BridgeContext, useBridge, useBridgeHandler, useBridgeInfo } from './useBridge.ts'
