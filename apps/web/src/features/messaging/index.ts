export { isPassing, loginInfo, type TokenAnswer, type TokenRefusal } from './loginInfo.ts'
export { createPageStorage } from './pageStorage.ts'
